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
  const [previewed, setPreviewed] = useState<number>()
  const waiting = items.filter(({ state }) => state !== 'added')
  const shown = items.find(({ key }) => key === previewed)
  const done = () => void navigate({ search: { collection: collection.name } })

  return (
    <section className={styles.panel} aria-label="Add documents">
      <PickFiles onPick={put} />
      <PasteText onPaste={(source) => put([source])} />
      <PickAddresses onPick={put} />
      {items.length > 0 && (
        <Queue
          items={items}
          previewed={previewed}
          onPreview={setPreviewed}
          onRemove={remove}
          onRetry={(item) => void send([item])}
        />
      )}
      <div className={styles.buttons}>
        <DisabledReason reason={waiting.length === 0 && 'Choose documents first'}>
          <Button loading={isSending} onClick={() => void send()}>
            {waiting.length === 0 ? 'Add' : `Add ${plural(waiting.length, 'document')}`}
          </Button>
        </DisabledReason>
        <Button variant="default" onClick={done}>
          {items.length > 0 && waiting.length === 0 ? 'Done' : 'Back to documents'}
        </Button>
      </div>
      {shown && (
        <ChunkPreview key={shown.key} source={shown.source} chunking={collection.chunking} />
      )}
    </section>
  )
}
