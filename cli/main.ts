process.stdout.write('arbor\n');
