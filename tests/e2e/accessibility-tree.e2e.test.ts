import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { liveTree, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

it('the accessibility tree names header, sidebar, document and editor in the order they are read', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'cleo@example.com');
  const ids = await plantTree(page, [['Garden', ['Beds']]]);
  await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
  await liveTree(page);
  await page.getByRole('separator', { name: 'Width of the sidebar' }).waitFor();
  // Omits URLs, which contain ids.
  const tree = async (locator: Locator) =>
    (await locator.ariaSnapshot()).replace(/(?::)?\n *- \/(?:url|placeholder):.*/g, '');
  expect(await tree(page.getByRole('banner'))).toMatchInlineSnapshot(`
    "- banner:
      - button "Sidebar" [expanded]
      - link "Arbor"
      - search:
        - button "Search Ctrl K"
      - link "Inbox"
      - group:
        - button "Settings"
      - group:
        - button "Account""
  `);
  expect(await tree(page.getByRole('navigation', { name: 'My documents' }))).toMatchInlineSnapshot(`
    "- navigation "My documents":
      - button "New document"
      - link "Home"
      - link "Starred"
      - link "Shared with me"
      - heading "My documents" [level=2]
      - tree "My documents":
        - treeitem "Garden" [expanded] [level=1]:
          - link "Collapse Garden"
          - link "Garden"
          - button "New document in “Garden”"
          - button "Actions for Garden"
        - treeitem "Beds" [level=2]:
          - link "Beds"
          - button "New document in “Beds”"
          - button "Actions for Beds"
      - separator
      - link "Import"
      - link "Archive"
      - separator "Width of the sidebar""
  `);
  expect(await tree(page.getByRole('main'))).toMatchInlineSnapshot(`
    "- main:
      - heading "Garden" [level=1]
      - text: Updated by cleo@example.com
      - link "just now"
        - time: just now
      - link "Edit"
      - link "Share"
      - button "Add star"
      - group:
        - button "More"
      - paragraph
      - article:
        - paragraph: About Garden.
      - heading "Inside" [level=2]
      - group: Sort
      - list:
        - listitem:
          - link "Beds"
      - text: Title
      - textbox "Title"
      - button "New document"
      - link "From a template"
      - region "Comments":
        - heading "Comments" [level=2]
        - button "Stop watching"
        - button "Watch the branch"
        - text: Comment
        - textbox "Comment"
        - paragraph
        - group: About a passage
        - button "Send"
        - group: Mention somebody"
  `);
  await page.goto(`${stage.server.url}/doc/${ids.Garden}/edit`);
  await page.locator('.cm-content').waitFor();
  expect(await tree(page.getByRole('main'))).toMatchInlineSnapshot(`
    "- main:
      - heading "Edit this document" [level=1]
      - button "Save"
      - button "Preview"
      - paragraph
      - paragraph:
        - status: Saved
      - link "Focus"
      - link "Markdown help"
      - text: Icon
      - textbox "Icon"
      - text: Title
      - textbox "Title"
        - text: Garden
      - toolbar "Formatting":
        - button "Undo" [disabled]
        - button "Redo" [disabled]
        - button "Bold"
        - button "Italic"
        - button "Strikethrough"
        - button "Code"
        - button "Link"
        - button "Heading 1"
        - button "Heading 2"
        - button "Heading 3"
        - button "Bullet list"
        - button "Numbered list"
        - button "Task list"
        - button "Quote"
        - button "Image or file"
        - button "Insert"
        - button "Markdown source"
      - textbox "Text (Markdown)"
      - paragraph: Markdown is drawn as you write. Press / for what can be inserted, [[ to link a document, Alt+F10 for the toolbar, Escape and then Tab to leave the text."
  `);
  expect(complaints).toEqual([]);
  await context.close();
});
