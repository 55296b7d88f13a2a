import { LatheError } from '../errors/lathe-error.ts'
import { htmlText, isReadable } from '@lathe-ai/runtime/tools'

/** Reads a response as text, pages without their markup. Throws for other content. */
export async function readText(response: Response): Promise<{ contentType: string; text: string }> {
  const contentType = response.headers.get('content-type') ?? 'text/plain'
  if (!isReadable(contentType)) {
    await response.body?.cancel()
    throw new LatheError('TOOL_ERROR', `The answer is ${contentType}, which cannot be read as text`)
  }
  const text = await response.text()
  return { contentType, text: contentType.includes('html') ? htmlText(text) : text }
}
