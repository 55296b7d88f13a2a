const PROTOTYPE = {}

/**
 * Hides plain objects from oRPC, which otherwise copies all values that are not JSON. Copying a
 * list takes longer than serializing it. oRPC passes other objects to `JSON.stringify` directly.
 */
export const toOpaque = <T>(output: T): T =>
  isPlain(output) ? Object.assign(createOpaque(), output) : output

const createOpaque = () => Object.create(PROTOTYPE) as object

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
