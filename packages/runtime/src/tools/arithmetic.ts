const TOKEN = /\s*(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|\*\*|[-+*/%^(),]|[a-z_]\w*)/iy
const DEEPEST = 100

const CONSTANTS: Record<string, number> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI }

type Fn = { takeToken: [least: number, most: number]; apply: (...values: number[]) => number }

const unary = (apply: (value: number) => number): Fn => ({ takeToken: [1, 1], apply })

const FUNCTIONS: Record<string, Fn> = {
  sqrt: unary(Math.sqrt),
  cbrt: unary(Math.cbrt),
  abs: unary(Math.abs),
  floor: unary(Math.floor),
  ceil: unary(Math.ceil),
  sign: unary(Math.sign),
  exp: unary(Math.exp),
  ln: unary(Math.log),
  log: unary(Math.log10),
  log10: unary(Math.log10),
  log2: unary(Math.log2),
  sin: unary(Math.sin),
  cos: unary(Math.cos),
  tan: unary(Math.tan),
  round: {
    takeToken: [1, 2],
    apply: (value = 0, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits,
  },
  pow: { takeToken: [2, 2], apply: (base = 0, power = 0) => base ** power },
  min: { takeToken: [1, 100], apply: Math.min },
  max: { takeToken: [1, 100], apply: Math.max },
}

/** Evaluates an arithmetic expression. Throws an error that describes invalid input. */
export function evaluateArithmetic(expression: string): number {
  const tokens = tokenize(expression)
  let position = 0
  let depth = 0

  const takeToken = (...accepted: string[]): string | null => {
    const token = tokens[position]
    if (token === undefined || !accepted.includes(token)) return null
    position++
    return token
  }
  const expect = (token: string) => {
    if (!takeToken(token)) throw new Error(`Expected "${token}" but found ${found()}`)
  }
  const found = () => (tokens[position] === undefined ? 'the end' : `"${tokens[position]}"`)

  const sum = (): number => {
    if (++depth > DEEPEST) throw new Error('The expression is nested too deeply')
    let value = product()
    for (let sign = takeToken('+', '-'); sign; sign = takeToken('+', '-')) {
      value = sign === '+' ? value + product() : value - product()
    }
    depth--
    return value
  }
  const product = (): number => {
    let value = parseSigned()
    for (let sign = takeToken('*', '/', '%'); sign; sign = takeToken('*', '/', '%')) {
      const right = parseSigned()
      if (sign !== '*' && right === 0) throw new Error('Division by zero')
      value = sign === '*' ? value * right : sign === '/' ? value / right : value % right
    }
    return value
  }
  const parseSigned = (): number => {
    let isNegative = false
    for (let sign = takeToken('+', '-'); sign; sign = takeToken('+', '-'))
      isNegative = isNegative !== (sign === '-')
    return isNegative ? -power() : power()
  }
  const power = (): number => {
    const base = atom()
    if (!takeToken('^', '**')) return base
    if (++depth > DEEPEST) throw new Error('The expression is nested too deeply')
    const value = base ** parseSigned()
    depth--
    return value
  }
  const atom = (): number => {
    const token = tokens[position]
    if (token === undefined) throw new Error('The expression ends too early')
    if (takeToken('(')) {
      const value = sum()
      expect(')')
      return value
    }
    if (/^[\d.]/.test(token)) return Number(tokens[position++])
    if (/^[a-z_]/i.test(token)) return named(token.toLowerCase())
    throw new Error(`Unexpected "${token}"`)
  }
  const named = (name: string): number => {
    position++
    if (!takeToken('(')) {
      if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name] ?? Number.NaN
      throw new Error(`There is no constant "${name}"`)
    }
    const fn = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!fn) throw new Error(`There is no function "${name}"`)
    const values = [sum()]
    while (takeToken(',')) values.push(sum())
    expect(')')
    const [minCount, maxCount] = fn.takeToken
    if (values.length < minCount || values.length > maxCount) {
      throw new Error(
        `"${name}" takes ${minCount === maxCount ? minCount : `${minCount} to ${maxCount}`} values`,
      )
    }
    return fn.apply(...values)
  }

  const value = sum()
  if (position < tokens.length) throw new Error(`Unexpected ${found()}`)
  if (!Number.isFinite(value)) throw new Error('The result is not a finite number')
  // Converts minus zero to zero.
  return value + 0
}

function tokenize(expression: string): string[] {
  const tokens: string[] = []
  const text = expression.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-').trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const position = TOKEN.lastIndex
    const token = TOKEN.exec(text)?.[1]
    if (token === undefined)
      throw new Error(`Cannot read "${text.slice(position).trim().slice(0, 20)}"`)
    tokens.push(token)
  }
  return tokens
}
