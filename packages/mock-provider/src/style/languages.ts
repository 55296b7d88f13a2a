export type Language = 'en' | 'fr' | 'de' | 'es'

const NAMES: readonly (readonly [Language, RegExp])[] = [
  [
    'fr',
    /\b(?:in|en|into|to|use|speak|write) (?:french|français)\b|\bfrench (?:only|language)\b|\blanguage:\s*french\b/i,
  ],
  [
    'de',
    /\b(?:in|auf|into|to|use|speak|write) (?:german|deutsch)\b|\bgerman (?:only|language)\b|\blanguage:\s*german\b/i,
  ],
  [
    'es',
    /\b(?:in|en|into|to|use|speak|write) (?:spanish|español)\b|\bspanish (?:only|language)\b|\blanguage:\s*spanish\b/i,
  ],
]

const TELLTALES: readonly (readonly [Language, RegExp])[] = [
  [
    'fr',
    /(?<![\p{L}])(?:bonjour|merci|qu['’]est|est-ce|pourquoi|comment|quelle?s?|écris|réponds|s['’]il|vous|résume|explique)(?![\p{L}])/giu,
  ],
  [
    'de',
    /(?<![\p{L}])(?:guten|danke|bitte|warum|wie|welche[rs]?|nicht|ist|schreibe|antworte|erkläre|fasse|und|der|das)(?![\p{L}])/giu,
  ],
  [
    'es',
    /(?<![\p{L}])(?:hola|gracias|por|qué|cómo|cuál|escribe|responde|explica|resume|para|está|los|una)(?![\p{L}])/giu,
  ],
]

/** The language asked for by name, else the one the instructions are in. */
export function languageAsked(instructions: string): Language {
  const named = NAMES.find(([, pattern]) => pattern.test(instructions))
  return named?.[0] ?? languageOf(instructions)
}

export function languageOf(text: string): Language {
  const sample = text.slice(0, 2000)
  const counts = TELLTALES.map(([language, pattern]) => ({
    language,
    count: new Set(sample.toLowerCase().match(pattern)).size,
  })).sort((a, b) => b.count - a.count)
  const [best] = counts
  return best && best.count >= 2 ? best.language : 'en'
}
