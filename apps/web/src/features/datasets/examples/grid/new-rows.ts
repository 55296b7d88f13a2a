import type { Example } from '@lathe/contract'
import { useMemo, useState } from 'react'
import { v7 } from 'uuid'
import { useShallow } from 'zustand/react/shallow'
import { useExampleDrafts } from '../example-drafts.ts'

type NewRow = { datasetId: string; split: string | undefined }

/** Creates an unsaved example; its version is 0. */
export const newExample = ({ datasetId, split }: NewRow, id = v7()): Example => ({
  id,
  datasetId,
  inputs: {},
  reference: null,
  metadata: {},
  splits: split === undefined ? [] : [split],
  files: [],
  traceId: null,
  spanId: null,
  version: 0,
  createdAt: 0,
  modifiedAt: 0,
})

/** Appends new rows. Examples deleted by someone else stay listed until the list is refetched. */
export function withNew(listed: readonly Example[], newRows: readonly Example[]): Example[] {
  const ids = new Set(newRows.map(({ id }) => id))
  for (const { id } of listed) ids.delete(id)
  return [...listed, ...newRows.filter(({ id }) => ids.has(id))]
}

/** Unsaved new examples, followed by an empty row. */
export function useNewRows({ datasetId, split }: NewRow): Example[] {
  const editedDrafts = useExampleDrafts(
    useShallow(({ drafts }) =>
      Object.values(drafts)
        .filter(({ example }) => example.datasetId === datasetId && example.version === 0)
        .map(({ example }) => example.id),
    ),
  )
  const [empty, setEmpty] = useState(() => v7())
  if (editedDrafts.includes(empty)) setEmpty(v7())
  return useMemo(
    () => [...editedDrafts, empty].map((id) => newExample({ datasetId, split }, id)),
    [editedDrafts, empty, datasetId, split],
  )
}
