import { SANDBOX_GLOBALS } from '../../document/names.ts'

const WORDS = new Set(
  `arguments async await break case catch class const continue debugger default delete do else enum eval
  export extends false finally for function if implements import in instanceof interface let new null
  package private protected public return static super switch this throw true try typeof undefined var
  void while with yield`.split(/\s+/),
)

/** Names that generated modules import or declare at their top. */
export const MODULE_NAMES: readonly string[] = `
  AIMessage Answer BaseMessage Command END HumanMessage InMemoryCache InMemoryStore Input Messages MessagesValue
  ReducedValue Reply START Send State StateGraph StateSchema SystemMessage UntrackedValue Update agent apiAddress
  apiSecret append approveArgs ask cacheKey callMcpTool callTool choose code codeReducer collections countEdges
  createAgent createCollection createPicture createSpeech createToolRunner createTranscript createTranslation
  deleteMemory describeError evaluateArithmetic evaluateJavascript expression fanOut formatTime getMemory graph
  imageMessage isEmpty isRetryable lookUpArticles lookUpPath max merge messagesStateReducer min model omitArgs
  optionalMessage pathSegment pickPaths putMemory readPage refuseToolCalls renderEach replace requiredArg
  runPostgresTool runSqliteTool searchCited searchMemories sendRequest sum toList toPlain toText toTranscript tool
  toolRunner union withStructuredOutput withUpdate withoutEmpty z`
  .trim()
  .split(/\s+/)

/** These and the names inside generated functions, which would hide an import of the same name. */
export const OWN_NAMES: readonly string[] = [
  ...MODULE_NAMES,
  ...`after args choice decision element error message newMessages parsed raw reply result state structuredResponse
  text update`.split(/\s+/),
]

/** Converts to camel case: `look_up` → `lookUp`. */
export function camel(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const [first = 'it', ...rest] = words
  const name = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capital).join('')
  return /^\d/.test(name) ? `_${name}` : name
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Returns a function that makes names unique, and distinct from keywords and the `taken` names. */
export function namer(reservedNames: Iterable<string> = [], suffix = ''): (wish: string) => string {
  const used = new Set(reservedNames)
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
