import type { Example, Json, JsonObject } from '@lathe/contract'
import { Button, Group, TagsInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { AttachedFile } from '../../../ui/attached-file.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Keys } from '../../../ui/keys.tsx'
import { Lacking } from '../../../ui/lacking.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { ValueField } from '../../../ui/value-field.tsx'
import styles from '../datasets.module.css'
import { Pane } from '../pane.tsx'
import { NewInput } from './new-input.tsx'
import { useChange } from './use-change.ts'

type ExamplePaneProps = {
  datasetId: string
  example: Example | undefined
  isAwaited: boolean
  /** Why nobody knows whether there is one. */
  error: Error | null
  isReadOnly: boolean
}

export function ExamplePane({
  datasetId,
  example,
  isAwaited,
  error,
  isReadOnly,
}: ExamplePaneProps) {
  if (!example && error && !isAwaited) {
    return (
      <Pane title="Example">
        <ErrorPanel attempted="load the example" error={error} />
      </Pane>
    )
  }
  if (!example) {
    const title = isAwaited ? 'Example' : 'This example is not in this version'
    return (
      <Pane title={title}>{isAwaited && <SkeletonRows awaiting="the example" count={4} />}</Pane>
    )
  }
  return (
    <Pane title="Example">
      <Editor datasetId={datasetId} example={example} isReadOnly={isReadOnly} />
    </Pane>
  )
}

const isText = (value: Json | undefined) =>
  value === undefined || value === null || typeof value === 'string'

type EditorProps = { datasetId: string; example: Example; isReadOnly: boolean }

function Editor({ datasetId, example, isReadOnly }: EditorProps) {
  const [draft, setDraft] = useState(example)
  const { edit, remove, isPending, error } = useChange(datasetId)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(example)
  const save = () => {
    // What went wrong stands under the fields.
    if (isChanged && !isReadOnly) edit(example, draft).catch(() => undefined)
  }
  const setInputs = (inputs: JsonObject) => setDraft({ ...draft, inputs })
  useHotkeys([
    { keys: 'mod+s', label: 'Save the example', group: 'Dataset', inFields: true, run: save },
  ])

  return (
    <>
      {Object.keys({ ...example.inputs, ...draft.inputs }).map((name) => (
        <ValueField
          key={name}
          label={name}
          isText={isText(example.inputs[name])}
          value={draft.inputs[name]}
          onChange={(value) => {
            const { [name]: _old, ...rest } = draft.inputs
            setInputs(value === undefined ? rest : { ...draft.inputs, [name]: value })
          }}
        />
      ))}
      <NewInput onAdd={(name) => setInputs({ ...draft.inputs, [name]: '' })} />
      <ValueField
        label="Reference"
        description="What a good answer is. Text, or JSON."
        isText={isText(example.reference)}
        value={draft.reference ?? undefined}
        onChange={(value) => setDraft({ ...draft, reference: value ?? null })}
      />
      <TagsInput
        label="Splits"
        value={draft.splits}
        maxTags={20}
        onChange={(splits) => setDraft({ ...draft, splits })}
      />
      <ValueField
        label="Metadata"
        isText={false}
        value={Object.keys(draft.metadata).length === 0 ? undefined : draft.metadata}
        onChange={(value) => {
          if (value === undefined) setDraft({ ...draft, metadata: {} })
          else if (typeof value === 'object' && value !== null && !Array.isArray(value))
            setDraft({ ...draft, metadata: value })
        }}
      />
      {example.files.length > 0 && (
        <section aria-label="Attachments">
          {example.files.map((file) => (
            <AttachedFile
              key={file.name}
              file={file}
              src={`/api/v1/datasets/${example.datasetId}/files/${file.hash}`}
            />
          ))}
        </section>
      )}
      {example.traceId !== null && (
        <Link
          to="/traces/$traceId"
          params={{ traceId: example.traceId }}
          search={example.spanId === null ? {} : { span: example.spanId }}
        >
          The trace it was lifted from
        </Link>
      )}
      {error && <ErrorPanel attempted="save the example" error={error} />}
      {isReadOnly ? (
        <p className={styles.muted}>An old version stays as it is.</p>
      ) : (
        <Group gap="xs">
          <Lacking lack={!isChanged && 'Nothing was changed'}>
            <Button loading={isPending} rightSection={<Keys keys="mod+s" />} onClick={save}>
              Save
            </Button>
          </Lacking>
          <Lacking lack={!isChanged && 'Nothing was changed'}>
            <Button variant="default" onClick={() => setDraft(example)}>
              Discard
            </Button>
          </Lacking>
          <Button
            variant="default"
            color="red"
            onClick={() => void remove([example]).catch(() => undefined)}
          >
            Remove
          </Button>
        </Group>
      )}
    </>
  )
}
