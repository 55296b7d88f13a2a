import type { Chunk, Chunking } from '@lathe/contract'
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters'
import * as z from 'zod'

const Lines = z.object({ loc: z.object({ lines: z.object({ from: z.int(), to: z.int() }) }) })

/** Splits text deterministically: indexing resumes by chunk number. */
export async function splitText(text: string, { by, size, overlap }: Chunking): Promise<Chunk[]> {
  const settings = { chunkSize: size, chunkOverlap: overlap }
  const splitter =
    by === 'markdown'
      ? RecursiveCharacterTextSplitter.fromLanguage('markdown', settings)
      : new RecursiveCharacterTextSplitter(settings)
  const documents = await splitter.createDocuments([text])
  return documents
    .filter(({ pageContent }) => pageContent.trim() !== '')
    .map(({ pageContent, metadata }, position) => ({
      position,
      text: pageContent,
      lines: Lines.parse(metadata).loc.lines,
    }))
}
