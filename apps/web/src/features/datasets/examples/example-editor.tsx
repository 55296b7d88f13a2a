import type { Example } from '@lathe/contract'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { AttachedFile } from '../../../ui/messages/attached-file.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { Keys } from '../../../ui/layout/keys.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import styles from '../datasets.module.css'
import { ExampleFields } from './example-fields.tsx'
import { forgetFailure, useExampleSave, useSaveExamples } from './saving.ts'
import { useChange } from './use-change.ts'
import { useExampleDraft } from './use-example-draft.ts'

type ExampleEditorProps = { datasetId: string; example: Example; isReadOnly: boolean }

export function ExampleEditor({ datasetId, example, isReadOnly }: ExampleEditorProps) {
  const edited = useExampleDraft(example)
  const { draft, invalidTexts, isChanged, isOutdated, discard } = edited
  const [discarded, setDiscarded] = useState(0)
  const { remove } = useChange(datasetId)
  const saveDrafts = useSaveExamples(datasetId)
  const { isSaving, error } = useExampleSave(example.id)
  const [unreadable] = Object.keys(invalidTexts)
  const disabledReason = isChanged
    ? unreadable !== undefined && `${unreadable} is not valid`
    : 'No changes'
  const saveOn = (version: number) =>
    saveDrafts([{ before: example, after: { ...draft, version } }])
  const save = () => {
    if (disabledReason === false && !isReadOnly && !isSaving) saveOn(draft.version)
  }
  useHotkeys([
    { keys: 'mod+s', label: 'Save example', group: 'Dataset', inFields: true, run: save },
  ])

  return (
    <>
      {isReadOnly ? (
        <ExampleFields
          example={example}
          edited={{ ...edited, draft: example, invalidTexts: {} }}
          isReadOnly
        />
      ) : (
        // Discarding also remounts the fields, which hold invalid text.
        <ExampleFields key={discarded} example={example} edited={edited} />
      )}
      <ExampleFacts example={example} />
      {!isReadOnly && isOutdated && (
        <p className={styles.failed} role="alert">
          Someone else changed this example. Your edits are kept: discard them to see the latest
          version, or overwrite it.{' '}
          <DisabledReason reason={disabledReason}>
            <Button
              size="compact-xs"
              variant="default"
              loading={isSaving}
              onClick={() => saveOn(example.version)}
            >
              Overwrite
            </Button>
          </DisabledReason>
        </p>
      )}
      {error !== undefined && errorCode(error) !== 'CONFLICT' && (
        <ErrorPanel action="save the example" error={error} />
      )}
      {isReadOnly ? (
        <p className={styles.muted}>Old versions are read-only.</p>
      ) : (
        <Group gap="xs">
          <DisabledReason reason={disabledReason}>
            <Button loading={isSaving} rightSection={<Keys keys="mod+s" />} onClick={save}>
              Save
            </Button>
          </DisabledReason>
          <DisabledReason reason={!isChanged && 'No changes'}>
            <Button
              variant="default"
              onClick={() => {
                discard()
                forgetFailure(example.id)
                setDiscarded(discarded + 1)
              }}
            >
              Discard
            </Button>
          </DisabledReason>
          <Button
            variant="default"
            color="red"
            onClick={() => void remove([example]).then(discard, () => undefined)}
          >
            Remove
          </Button>
        </Group>
      )}
    </>
  )
}

function ExampleFacts({ example }: { example: Example }) {
  const { datasetId, files, traceId, spanId } = example
  return (
    <>
      {files.length > 0 && (
        <section aria-label="Attachments">
          {files.map((file) => (
            <AttachedFile
              key={file.name}
              file={file}
              src={`/api/v1/datasets/${datasetId}/files/${file.hash}`}
            />
          ))}
        </section>
      )}
      {traceId !== null && (
        <Link
          to="/traces/$traceId"
          params={{ traceId }}
          search={spanId === null ? {} : { span: spanId }}
        >
          Source trace
        </Link>
      )}
    </>
  )
}
