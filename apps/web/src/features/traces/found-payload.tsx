import { FoundChunk, type SpanDetail } from '@lathe/contract'
import * as z from 'zod'
import { FoundDocuments } from '../../ui/found-documents.tsx'
import { Payload } from './payload.tsx'
import { Section } from './section.tsx'

/** What Lathe's own searches put out; other programs' retrievers have shapes of their own. */
export const FoundInSpan = z.object({
  documents: z.array(FoundChunk),
  embeddingError: z.object({ message: z.string() }).optional(),
})

type FoundPayloadProps = { span: SpanDetail; found: z.infer<typeof FoundInSpan> }

/** A search: what was asked, and what was found with its scores. */
export function FoundPayload({ span, found: { documents, embeddingError } }: FoundPayloadProps) {
  return (
    <>
      <Section title="Search">
        <Payload label="Search" value={span.inputs} />
      </Section>
      <Section title="Found" count={documents.length}>
        {embeddingError && (
          <p>Found by words only: the query could not be embedded. {embeddingError.message}.</p>
        )}
        <FoundDocuments chunks={documents} collection={span.name} />
      </Section>
    </>
  )
}
