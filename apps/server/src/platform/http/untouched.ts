const PROTOTYPE = {}

/**
 * What is answered, as nothing but JSON: oRPC looks for what JSON has no word for and copies all it passes through, which of a list
 * takes longer than writing it. It leaves objects that are not plain to `JSON.stringify`.
 */
export const untouched = <T>(output: T): T =>
  isPlain(output) ? Object.assign(notPlain(), output) : output

const notPlain = () => Object.create(PROTOTYPE) as object

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
