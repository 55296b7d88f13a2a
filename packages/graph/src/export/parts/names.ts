import { SANDBOX_GLOBALS } from '../../document/names.ts'

const WORDS = new Set(
  `arguments async await break case catch class const continue debugger default delete do else enum eval
  export extends false finally for function if implements import in instanceof interface let new null
  package private protected public return static super switch this throw true try typeof undefined var
  void while with yield`.split(/\s+/),
)

/** What generated files import or declare for themselves. */
export const OWN_NAMES: readonly string[] =
  `AIMessage Answer Command END Format Given HumanMessage InMemoryCache Input ReducedValue START Send State
  StateGraph SystemMessage Update after agent answerAfter answerIn approved ask asText at bare cacheKey callTool cited collections inWords
  answerFrom askPostgres askSqlite callMcp deleteMemory evaluateArithmetic getMemory inSandbox InMemoryStore putMemory
  pictureOf readPage searchMemories speechOf timeIn transcriptOf translationOf
  canRetry choose createAgent describe each elements fanOut format given graph humanInTheLoopMiddleware identified interrupt
  isNothing last look model modelCallLimitMiddleware only plain present runToolCalls said scopeOf spoken summarize taken
  tokenLimit tool toolCallLimit toolErrors unsigned z`.split(/\s+/)

/** `look_up` → `lookUp`: a name of JavaScript's own kind. */
export function camel(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const [first = 'it', ...rest] = words
  const name = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capital).join('')
  return /^\d/.test(name) ? `_${name}` : name
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Gives each wish a name of its own, apart from words of the language and what code around it uses. */
export function namer(taken: Iterable<string> = [], suffix = ''): (wish: string) => string {
  const used = new Set(taken)
  return (wish) => {
    let name = isFree(wish) ? wish : wish + suffix
    for (let next = 2; !isFree(name); next += 1) name = `${wish}${suffix}${next}`
    used.add(name)
    return name
  }

  function isFree(name: string): boolean {
    return !used.has(name) && !WORDS.has(name) && !SANDBOX_GLOBALS.has(name)
  }
}
