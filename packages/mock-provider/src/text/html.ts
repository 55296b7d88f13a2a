const BLOCK =
  /<\/?(?:p|div|br|h[1-6]|li|ul|ol|tr|table|section|article|header|footer|title)\b[^>]*>/gi
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|div|p|h1)\b/i.test(text)
}

/** The words of a page, one block a line. */
export function withoutTags(html: string): string {
  return html
    .replaceAll(/<(script|style|noscript|svg)\b[^>]*>[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(BLOCK, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? ' ')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()
}
