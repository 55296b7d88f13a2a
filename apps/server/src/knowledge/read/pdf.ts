import { extractText, getDocumentProxy } from 'unpdf'
import { Unreadable } from './refusal.ts'

/** Extracts the text of every page, separated by empty lines. */
export async function readPdf(bytes: Uint8Array): Promise<{ text: string; notes: string[] }> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 }).catch(refuse)
  try {
    const { text: pages, totalPages } = await extractText(document, { mergePages: false })
    const text = pages.join('\n\n')
    if (text.trim() === '') {
      throw new Unreadable(
        'The PDF contains no text',
        'The pages of the PDF are images. Run text recognition (OCR) first.',
      )
    }
    return { text, notes: [totalPages === 1 ? '1 page' : `${totalPages} pages`] }
  } finally {
    await document.cleanup()
  }
}

function refuse(error: unknown): never {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (name === 'PasswordException') {
    throw new Unreadable(
      'The PDF is password-protected',
      'Save a copy without the password and add that.',
    )
  }
  throw new Unreadable(
    `The PDF is damaged: ${message}`,
    'Open it in a viewer, save it again and add the new file.',
  )
}
