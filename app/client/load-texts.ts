/** The texts of one language (specification §7). A page cannot go on without them, so a passing failure is tried again. */
export async function loadTexts(lng: string): Promise<Record<string, unknown>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(`/locales/${lng}.json`);
      if (response.ok) return await response.json();
      if (response.status < 500 || attempt === 3) throw new Error(`/locales/${lng}.json: ${response.status}`);
    } catch (error) {
      if (attempt === 3) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 300 * attempt));
  }
}
