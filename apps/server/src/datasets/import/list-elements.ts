import { endOfString } from '../../platform/http/body/json-depth.ts'

/**
 * The texts between the commas of a JSON list that comes in pieces, so that the list is never there as a whole.
 * What is wrong inside of one is left to whoever parses it; told at the end is what is wrong with the list.
 */
export function* listElements(pieces: Iterable<string>): Generator<string, string | undefined> {
  let text = ''
  let at = 0
  let start = 0
  let depth = 0
  let isQuoted = false
  let isFirst = true
  let isOver = false
  for (const piece of pieces) {
    text = text.slice(start) + piece
    at -= start
    start = 0
    for (; at < text.length; at += 1) {
      const char = text[at]
      if (isOver) {
        if (text.slice(at).trim() !== '') return AFTER
        start = text.length
        at = text.length
      } else if (isQuoted || char === '"') {
        at = endOfString(text, isQuoted ? at - 1 : at)
        isQuoted = at === text.length
        if (isQuoted) break
      } else if (char === '{' && depth === 0) {
        return NO_LIST
      } else if (char === '[' || char === '{') {
        depth += 1
        if (depth === 1) start = at + 1
      } else if (char === ',' && depth === 1) {
        yield text.slice(start, at)
        isFirst = false
        start = at + 1
      } else if (char === ']' || char === '}') {
        depth -= 1
        if (depth > 0) continue
        if (char === '}') return OPEN
        const last = text.slice(start, at)
        if (!isFirst || last.trim() !== '') yield last
        isOver = true
        start = at + 1
      }
    }
  }
  return isOver ? undefined : OPEN
}

const NO_LIST =
  'an object that does not end on its line: rows are objects in a list, [{…}, {…}], or one on each line'
const OPEN = 'the list ends before its closing bracket'
const AFTER = 'something stands behind the end of the list'
