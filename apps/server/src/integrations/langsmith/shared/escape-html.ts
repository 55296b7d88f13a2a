const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign).replaceAll("'", '&#39;')
