import type { Collection } from '@lathe/contract'
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { plural } from '../../../lib/format/format.ts'
import styles from '../knowledge.module.css'
import { ChunkPreview } from './chunk-preview.tsx'
import { PasteText } from './paste-text.tsx'
import { PickAddresses } from './pick-addresses.tsx'
import { PickFiles } from './pick-files.tsx'
import { Queue } from './queue.tsx'
import { useAddQueue } from './use-add-queue.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'

const route = getRouteApi('/knowledge')

export function AddDocuments({ collection }: { collection: Collection }) {
  const navigate = route.useNavigate()
  const { items, put, remove, send, isSending } = useAddQueue(collection)
  const [previewKey, setPreviewKey] = useState<number>()
  const unsavedItems = items.filter(({ state }) => state !== 'added')
  const previewItem = items.find(({ key }) => key === previewKey)
  const closePanel = () => void navigate({ search: { collection: collection.name } })

  return (
    <section className={styles.panel} aria-label="Add documents">
      <PickFiles onPick={put} />
      <PasteText onPaste={(source) => put([source])} />
      <PickAddresses onPick={put} />
      {items.length > 0 && (
        <Queue
          items={items}
          previewKey={previewKey}
          onPreview={setPreviewKey}
          onRemove={remove}
          onRetry={(item) => void send([item])}
        />
      )}
      <div className={styles.buttons}>
        <DisabledReason reason={unsavedItems.length === 0 && 'Choose documents first'}>
          <Button loading={isSending} onClick={() => void send()}>
            {unsavedItems.length === 0 ? 'Add' : `Add ${plural(unsavedItems.length, 'document')}`}
          </Button>
        </DisabledReason>
        <Button variant="default" onClick={closePanel}>
          {items.length > 0 && unsavedItems.length === 0 ? 'Done' : 'Back to documents'}
        </Button>
      </div>
      {previewItem && (
        <ChunkPreview
          key={previewItem.key}
          source={previewItem.source}
          chunking={collection.chunking}
        />
      )}
    </section>
  )
}
