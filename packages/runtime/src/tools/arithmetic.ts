const TOKEN = /\s*(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|\*\*|[-+*/%^(),]|[a-z_]\w*)/iy
const DEEPEST = 100

const CONSTANTS: Record<string, number> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI }

type Fn = { takes: [least: number, most: number]; of: (...values: number[]) => number }

const one = (of: (value: number) => number): Fn => ({ takes: [1, 1], of })

const FUNCTIONS: Record<string, Fn> = {
  sqrt: one(Math.sqrt),
  cbrt: one(Math.cbrt),
  abs: one(Math.abs),
  floor: one(Math.floor),
  ceil: one(Math.ceil),
  sign: one(Math.sign),
  exp: one(Math.exp),
  ln: one(Math.log),
  log: one(Math.log10),
  log10: one(Math.log10),
  log2: one(Math.log2),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  round: {
    takes: [1, 2],
    of: (value = 0, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits,
  },
  pow: { takes: [2, 2], of: (base = 0, power = 0) => base ** power },
  min: { takes: [1, 100], of: Math.min },
  max: { takes: [1, 100], of: Math.max },
}

/** Evaluates an arithmetic expression. Throws an error that describes invalid input. */
export function evaluateArithmetic(expression: string): number {
  const tokens = tokenize(expression)
  let at = 0
  let depth = 0

  const takes = (...wanted: string[]): string | null => {
    const token = tokens[at]
    if (token === undefined || !wanted.includes(token)) return null
    at++
    return token
  }
  const expect = (token: string) => {
    if (!takes(token)) throw new Error(`Expected "${token}" but found ${found()}`)
  }
  const found = () => (tokens[at] === undefined ? 'the end' : `"${tokens[at]}"`)

  const sum = (): number => {
    if (++depth > DEEPEST) throw new Error('The expression is nested too deeply')
    let value = product()
    for (let sign = takes('+', '-'); sign; sign = takes('+', '-')) {
      value = sign === '+' ? value + product() : value - product()
    }
    depth--
    return value
  }
  const product = (): number => {
    let value = signed()
    for (let sign = takes('*', '/', '%'); sign; sign = takes('*', '/', '%')) {
      const right = signed()
      if (sign !== '*' && right === 0) throw new Error('Division by zero')
      value = sign === '*' ? value * right : sign === '/' ? value / right : value % right
    }
    return value
  }
  const signed = (): number => {
    let isNegative = false
    for (let sign = takes('+', '-'); sign; sign = takes('+', '-'))
      isNegative = isNegative !== (sign === '-')
    return isNegative ? -power() : power()
  }
  const power = (): number => {
    const base = atom()
    if (!takes('^', '**')) return base
    if (++depth > DEEPEST) throw new Error('The expression is nested too deeply')
    const value = base ** signed()
    depth--
    return value
  }
  const atom = (): number => {
    const token = tokens[at]
    if (token === undefined) throw new Error('The expression ends too early')
    if (takes('(')) {
      const value = sum()
      expect(')')
      return value
    }
    if (/^[\d.]/.test(token)) return Number(tokens[at++])
    if (/^[a-z_]/i.test(token)) return named(token.toLowerCase())
    throw new Error(`Unexpected "${token}"`)
  }
  const named = (name: string): number => {
    at++
    if (!takes('(')) {
      if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name] ?? Number.NaN
      throw new Error(`There is no constant "${name}"`)
    }
    const fn = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!fn) throw new Error(`There is no function "${name}"`)
    const values = [sum()]
    while (takes(',')) values.push(sum())
    expect(')')
    const [least, most] = fn.takes
    if (values.length < least || values.length > most) {
      throw new Error(`"${name}" takes ${least === most ? least : `${least} to ${most}`} values`)
    }
    return fn.of(...values)
  }

  const value = sum()
  if (at < tokens.length) throw new Error(`Unexpected ${found()}`)
  if (!Number.isFinite(value)) throw new Error('The result is not a finite number')
  // Converts minus zero to zero.
  return value + 0
}

function tokenize(expression: string): string[] {
  const tokens: string[] = []
  const text = expression.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-').trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(text)?.[1]
    if (token === undefined) throw new Error(`Cannot read "${text.slice(at).trim().slice(0, 20)}"`)
    tokens.push(token)
  }
  return tokens
}
