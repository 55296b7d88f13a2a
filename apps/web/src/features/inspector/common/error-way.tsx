import { Select } from '@mantine/core'
import { END, type GraphDocument } from '@lathe/contract'
import { connect } from '@lathe/graph'
import { useDocument, useWorkbench } from '../../workbench/workbench-context.ts'

/** Where the run goes on when the node fails in the end; without a way the run fails. */
export function ErrorWay({ id }: { id: string }) {
  const { store } = useWorkbench()
  const { nodes, edges } = useDocument()
  const target = edges.find((edge) => edge.from === id && edge.when === 'error')?.to
  const options = Object.entries(nodes)
    .filter(([other]) => other !== id)
    .map(([other, node]) => ({ value: other, label: node.title ?? other }))

  return (
    <Select
      label="On error go to"
      placeholder="The run fails"
      data={[...options, { value: END, label: 'End' }]}
      value={target ?? null}
      clearable
      searchable
      onChange={(to) => store.edit((document) => withErrorWay(document, id, to))}
    />
  )
}

function withErrorWay(document: GraphDocument, id: string, to: string | null): GraphDocument {
  const edges = document.edges.filter((edge) => edge.from !== id || edge.when !== 'error')
  const without = { ...document, edges }
  if (to === null) return without
  const edit = connect(without, { from: id, when: 'error', to })
  return edit.ok ? edit.document : document
}
