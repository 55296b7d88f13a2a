import { END, START } from '@lathe/contract'

const OBJECT_MEMBERS = Object.getOwnPropertyNames(Object.prototype)

/** Globals of the sandbox, available to expressions and code in addition to the state. */
export const SANDBOX_GLOBALS: ReadonlySet<string> = new Set(
  `undefined NaN Infinity globalThis console crypto
  Object Array String Number Boolean BigInt Symbol Date Math JSON RegExp Iterator
  Map Set WeakMap WeakSet Promise Proxy Reflect ArrayBuffer DataView
  Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  BigInt64Array BigUint64Array Float32Array Float64Array
  Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError
  parseInt parseFloat isNaN isFinite encodeURI decodeURI encodeURIComponent decodeURIComponent
  escape unescape`.split(/\s+/),
)

const RESERVED_WORDS = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval
  export extends false finally for function if implements import in instanceof interface let new null
  package private protected public return static super switch this throw true try typeof var void
  while with yield`.split(/\s+/),
)

/**
 * Channels are variables in expressions, so some names are reserved. Returns the problem of a name,
 * or null.
 */
export function channelNameProblem(name: string): string | null {
  if (name === 'state') return '`state` is the whole state in expressions; choose another name'
  if (name.startsWith('__')) return 'Names that start with __ are reserved for the runtime'
  if (RESERVED_WORDS.has(name))
    return `\`${name}\` is a reserved word in JavaScript; choose another name`
  if (SANDBOX_GLOBALS.has(name) || OBJECT_MEMBERS.includes(name)) {
    return `\`${name}\` is built into JavaScript; choose another name`
  }
  return null
}

export function nodeIdProblem(id: string): string | null {
  if (id === START || id === END)
    return `\`${id}\` is reserved for the graph's ${id}; choose another name`
  if (OBJECT_MEMBERS.includes(id)) return `\`${id}\` is built into JavaScript; choose another name`
  return null
}
