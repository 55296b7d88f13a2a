import { Select } from '@mantine/core'
import { END, type GraphDocument } from '@lathe/contract'
import { connect } from '@lathe/graph'
import { useMemo } from 'react'
import { remember } from '../../../../lib/remember.ts'
import { useBench, useWorkbench } from '../../workbench-context.ts'

/** Where the run goes on when the node fails in the end; without a way the run fails. */
export function ErrorWay({ id }: { id: string }) {
  const { store } = useWorkbench()
  const target = useBench(
    ({ document }) => document.edges.find((edge) => edge.from === id && edge.when === 'error')?.to,
  )
  // A text, so that only other names are offered anew.
  const named = useBench(({ document }) => namesOf(document))
  const options = useMemo(() => {
    const all: Option[] = JSON.parse(named)
    return [...all.filter(({ value }) => value !== id), { value: END, label: 'End' }]
  }, [named, id])

  return (
    <Select
      label="On error go to"
      placeholder="The run fails"
      data={options}
      value={target ?? null}
      clearable
      searchable
      onChange={(to) => store.edit((document) => withErrorWay(document, id, to))}
    />
  )
}

type Option = { value: string; label: string }

const namesOf = remember(({ nodes }: GraphDocument) =>
  JSON.stringify(
    Object.entries(nodes).map(([value, { title }]): Option => ({ value, label: title ?? value })),
  ),
)

function withErrorWay(document: GraphDocument, id: string, to: string | null): GraphDocument {
  const edges = document.edges.filter((edge) => edge.from !== id || edge.when !== 'error')
  const without = { ...document, edges }
  if (to === null) return without
  const edit = connect(without, { from: id, when: 'error', to })
  return edit.ok ? edit.document : document
}
