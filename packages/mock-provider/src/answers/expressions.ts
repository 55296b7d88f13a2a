const SPOKEN_OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/(\d),(?=\d{3}\b)/g, '$1'],
  [/(\d(?:\.\d+)?)\s*(?:%|percent|per cent)\s+of\s+/gi, '$1 / 100 * '],
  [/square root of\s+(\d+(?:\.\d+)?)/gi, 'sqrt($1)'],
  [/\bmultiply\s+(\S+)\s+(?:by|with|and)\s+/gi, '$1 * '],
  [/\bdivide\s+(\S+)\s+by\s+/gi, '$1 / '],
  [/\badd\s+(\S+)\s+(?:to|and)\s+/gi, '$1 + '],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:times|multiplied by)\b/gi, '*'],
  [/\bdivided by\b/gi, '/'],
  [/(\d)\s*[x×·]\s*(?=[\d(])/gi, '$1 * '],
  [/÷/g, '/'],
  [/−/g, '-'],
]

const CANDIDATE = /(?:sqrt|abs|round|floor|ceil|[\d.]+|[-+*/^%()\s])+/gi
/** Dates, phone numbers and versions look like sums. */
const DATE_OR_NUMBER =
  /^(?:\d{4}-\d{1,2}(?:-\d{1,2})?|\d{1,2}\/\d{1,2}\/\d{2,4}|\d{3}-\d{3,4}(?:-\d{4})?|\d+-\d+-\d+)$/

/** Returns the arithmetic expressions of a text, with words as operators: `15% of 80` becomes `15 / 100 * 80`. */
export function findExpressions(text: string): string[] {
  const rewritten = SPOKEN_OPERATORS.reduce(
    (result, [pattern, replacement]) => result.replaceAll(pattern, replacement),
    text,
  )
  const found = [...rewritten.matchAll(CANDIDATE)].flatMap(([run]) => {
    const expression = run
      .replace(/^[\s*/^%+)]+/, '')
      .replace(/[\s(*/^%.+-]+$/, '')
      .replaceAll(/\s+/g, ' ')
    return isExpression(expression) ? [expression] : []
  })
  return [...new Set(found)]
}

/** Whether a text is well formed and contains at least one operation. */
function isExpression(text: string): boolean {
  if (DATE_OR_NUMBER.test(text) || !/[-+*/^%(]/.test(text.replace(/^-/, ''))) return false
  // Replacing innermost operations by a number leaves one number of a well-formed expression.
  let rest = text
    .toLowerCase()
    .replaceAll(/\s+/g, '')
    .replaceAll(/\d+(?:\.\d+)?|\.\d+/g, 'n')
  for (let before = ''; rest !== before;) {
    before = rest
    rest = rest
      .replace(/(?:sqrt|abs|round|floor|ceil)?\(-?n\)/, 'n')
      .replace(/n(?:\*\*|[-+*/^%])-?n/, 'n')
  }
  return rest === 'n' || rest === '-n'
}
