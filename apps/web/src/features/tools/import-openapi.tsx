import { MAX_OPENAPI_LENGTH, type ParsedOpenApi } from '@lathe/contract'
import { useState } from 'react'
import { useFocusFirst } from '../../ui/fields/use-focus-first.ts'
import { ChooseOperations } from './choose-operations.tsx'
import styles from './tools.module.css'
import { Button, FileButton, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../lib/api/api.ts'
import { formatCount } from '../../lib/format/format.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'

export function ImportOpenApi() {
  const ref = useFocusFirst<HTMLElement>()
  const [reading, setReading] = useState<ParsedOpenApi | null>(null)
  return (
    <section ref={ref} className={styles.panel} aria-label="Import from OpenAPI">
      <h2>{reading ? reading.title : 'OpenAPI operations'}</h2>
      {reading ? (
        <ChooseOperations reading={reading} onBack={() => setReading(null)} />
      ) : (
        <OpenApiDocument onRead={setReading} />
      )}
    </section>
  )
}

type OpenApiDocumentProps = { onRead: (reading: ParsedOpenApi) => void }

function OpenApiDocument({ onRead }: OpenApiDocumentProps) {
  const [url, setUrl] = useState('')
  const [text, setText] = useState('')
  const read = useMutation({
    mutationFn: (source: { url: string } | { text: string }) => {
      if ('text' in source && source.text.length > MAX_OPENAPI_LENGTH)
        throw describeLength(source.text)
      return client.tools.readOpenApi(source)
    },
    onSuccess: onRead,
  })
  const handleFile = (file: File | null) => {
    void file?.text().then((content) => read.mutate({ text: content }))
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const source = text.trim() === '' ? { url: url.trim() } : { text }
        if (Object.values(source)[0] !== '') read.mutate(source)
      }}
    >
      <TextInput
        label="Address"
        description="OpenAPI 3.0 or 3.1, JSON or YAML"
        placeholder="https://api.example.com/openapi.json"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Textarea
        label="Or paste the document"
        placeholder="openapi: 3.1.0 …"
        minRows={6}
        maxRows={16}
        autosize
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {read.error && <ErrorPanel action="read the document" error={read.error} />}
      <div className={styles.actions}>
        <Button type="submit" loading={read.isPending}>
          Read document
        </Button>
        <FileButton accept=".json,.yaml,.yml" onChange={handleFile}>
          {(props) => (
            <Button variant="default" {...props}>
              Choose file
            </Button>
          )}
        </FileButton>
      </div>
    </form>
  )
}

const describeLength = ({ length }: string) =>
  new Error(
    `The document has ${formatCount(length)} characters; the limit is ${formatCount(MAX_OPENAPI_LENGTH)}. Remove the paths that no tool needs.`,
  )
