export { evaluateArithmetic } from './arithmetic.ts'
export {
  apiAddress,
  apiSecret,
  isReadable,
  omitArgs,
  pathSegment,
  readPage,
  requiredArg,
  sendRequest,
} from './http.ts'
export { htmlText } from './html-text.ts'
export { lookUpArticles, searchArticles } from './knowledge-base.ts'
export { articles } from './knowledge/articles.ts'
export type { Article } from './knowledge/articles.ts'
export { deleteMemory, getMemory, putMemory, searchMemories } from './memory.ts'
export { formatTime } from './time.ts'
