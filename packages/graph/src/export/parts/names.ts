import { SANDBOX_GLOBALS } from '../../document/names.ts'

const WORDS = new Set(
  `arguments async await break case catch class const continue debugger default delete do else enum eval
  export extends false finally for function if implements import in instanceof interface let new null
  package private protected public return static super switch this throw true try typeof undefined var
  void while with yield`.split(/\s+/),
)

/** Names that generated files import or declare. */
export const OWN_NAMES: readonly string[] =
  `AIMessage Answer BaseMessage apiAddress apiSecret omitArgs pathSegment requiredArg sendRequest Command END HumanMessage InMemoryCache InMemoryStore Input Messages MessagesValue
  ReducedValue Reply START Send State StateGraph StateSchema SystemMessage UntrackedValue Update after agent append
  approveArgs ask cacheKey callMcpTool callTool choice choose code codeReducer collections countEdges createAgent
  createCollection createPicture createSpeech createTranscript createTranslation createToolRunner decision deleteMemory describeError
  evaluateArithmetic expression fanOut formatTime getMemory graph imageMessage isEmpty isRetryable
  lookUp lookUpArticles max merge message messagesStateReducer min model newMessages optionalMessage parsed pickPaths
  putMemory raw readPage refuseToolCalls renderEach replace reply result evaluateJavascript runPostgresTool runSqliteTool
  searchCited searchMemories state structuredResponse sum text toList toPlain toText toTranscript tool toolRunner
  union update withStructuredOutput withUpdate withoutEmpty z`.split(/\s+/)

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
