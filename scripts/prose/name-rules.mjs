// Rules for identifiers and paths.
import { splitName } from './text.mjs'
import { BARE_PARTICIPLES, FUNCTION_WORDS } from './words.mjs'

const OF_NAME = /[a-z0-9]Of$/
const CUSTOMARY_OF =
  /^(last)?indexOf$|^(valueOf|typeOf|instanceOf|isInstanceOf|toBeInstanceOf|keyOf|sizeOf|arrayOf|oneOf|anyOf|allOf|noneOf|someOf|recordOf|listOf|setOf|mapOf|of|prototypeOf|isPrototypeOf|(get|set)PrototypeOf|partOf|memberOf|childOf|parentOf|instancesOf|findIndexOf|isOneOf|elementOf|expectTypeOf|expectTypesOf|assertTypeOf|startOf|endOf|isSubsetOf|isSupersetOf|isKeyOf|IndexOf|additionalInstanceOf|toBeOneOf|numberOf|maxOf|minOf|sumOf|sameAsOf|asOf|subsetOf|supersetOf|proofOf|outOf|topOf|bottomOf)$/i

/** Rules about names in code, and about files and folders. */
export const nameRules = [
  [
    'of-name',
    ['name'],
    (name, unit) =>
      /function|method|variable|parameter|member/.test(unit.role) &&
      OF_NAME.test(name) &&
      !CUSTOMARY_OF.test(name)
        ? name
        : null,
    'Use the noun or a verb: `edgeLabel`, `formatText`, `findEntry`.',
  ],
  [
    'participle-name',
    ['name'],
    (name) => (BARE_PARTICIPLES.has(name) ? name : null),
    'Name the thing: `reportedIds`, `requestedRun`.',
  ],
  [
    'function-word-name',
    ['name'],
    (name, unit) => (FUNCTION_WORDS.has(name) && unit.role !== 'method' ? name : null),
    'Use a noun: `timestamp`, `entry`, `limit`.',
  ],
  [
    'participle-preposition-name',
    ['name'],
    (name) => {
      const words = splitName(name)
      return (words.length >= 2 &&
        (BARE_PARTICIPLES.has(words[0]) ||
          (/^on[A-Z]/.test(name) && words.length === 2 && BARE_PARTICIPLES.has(words[1]))) &&
        /^(as|of|for|from|to|in|on|with|against|apart|out|upon|beside|before|after|about|there|here|so|alone|again|anew|also|off|away|over|together)$/.test(
          words[words.length - 1],
        )) ||
        (words.length === 2 && words[0] === 'on' && BARE_PARTICIPLES.has(words[1]))
        ? name
        : null
    },
    'Use a noun phrase or a verb: `onSuccess`, `finalStatus`.',
  ],
  [
    'clause-name',
    ['name'],
    (name) =>
      /^(what|who|whom|whose|those|of|nobody|none|beside|whatever|whoever|all[A-Z]\w*That|once[A-Z]\w*(Is|Was|Are)|that)[A-Z]/.test(
        name,
      ) && !/^(offs|offer)/i.test(name)
        ? name
        : null,
    'Use a noun phrase: `requestedColumns`.',
  ],
  [
    'clause-path',
    ['path'],
    (text) => {
      const words = splitName(text)
      if (words.length < 2) return null
      const inner = words
        .slice(1)
        .some((word) =>
          /^(of|what|who|that|those|whose|than|beside|was|nobody|anew|told|said|asked|goes|it|they|alike)$/.test(
            word,
          ),
        )
      const first = /^(of|what|who|that|those|whose|beside|nobody|told|said|asked|anew|it)$/.test(
        words[0],
      )
      return inner ||
        first ||
        (words[0] === 'as' &&
          (BARE_PARTICIPLES.has(words[1]) || /^(ran|sent|written)$/.test(words[1])))
        ? text
        : null
    },
    'Use two or three nouns, or verb and noun.',
  ],
  [
    'participle-path',
    ['path'],
    (text) => (BARE_PARTICIPLES.has(text) ? text : null),
    'Name what the file holds.',
  ],
]
