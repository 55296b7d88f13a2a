import { LatheError } from '../errors/lathe-error.ts'
import { htmlText } from './html-text.ts'

const READABLE = /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|yaml|x-ndjson))/

/** What an answer says, pages without their markup; what is no text is refused. */
export async function readText(response: Response): Promise<{ contentType: string; text: string }> {
  const contentType = response.headers.get('content-type') ?? 'text/plain'
  if (!READABLE.test(contentType)) {
    await response.body?.cancel()
    throw new LatheError('TOOL_ERROR', `The answer is ${contentType}, which cannot be read as text`)
  }
  const text = await response.text()
  return { contentType, text: contentType.includes('html') ? htmlText(text) : text }
}
