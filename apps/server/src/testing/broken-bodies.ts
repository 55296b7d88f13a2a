import * as fc from 'fast-check'

type Break = (body: Buffer) => Buffer

/** Damage by networks and broken programs: none, truncate, duplicate, flip, swap, append. */
export const breakBody: fc.Arbitrary<Break> = fc
  .record({
    how: fc.constantFrom('nothing', 'cut', 'double', 'flip', 'swap', 'append'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    byte: fc.integer({ min: 0, max: 255 }),
  })
  .map(({ how, at, byte }): Break => (body) => {
    const place = Math.min(body.length - 1, Math.floor(at * body.length))
    if (how === 'cut') return body.subarray(0, place)
    if (how === 'double') return Buffer.concat([body, body])
    if (how === 'swap') return Buffer.concat([body.subarray(place), body.subarray(0, place)])
    if (how === 'append') return Buffer.concat([body, Buffer.alloc(byte, byte)])
    const copy = Buffer.from(body)
    if (how === 'flip') copy[place] = byte
    return copy
  })
