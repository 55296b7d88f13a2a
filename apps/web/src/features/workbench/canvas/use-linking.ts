import { lead, portsAt } from '@lathe/graph'
import { useCallback, useMemo } from 'react'
import { titleOf } from '../../../lib/node-summary.ts'
import { announce } from '../../../ui/live-announcer.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import { onlyOne } from '../store/selection.ts'
import { useWorkbench } from '../workbench-context.ts'
import { useCanvasUiStore } from './canvas-ui.ts'
import { firstFreePort } from './first-free-port.ts'

/** Connecting by keys: begun at the selected node, ended at the one that was walked to. */
export function useLinking() {
  const { store } = useWorkbench()
  const ui = useCanvasUiStore()

  const selectedNode = useCallback(() => {
    const one = onlyOne(store.getState().selection)
    return one?.type === 'node' ? one.id : undefined
  }, [store])

  return useMemo(
    () => ({
      /** Pressed again, it takes the node's next port. */
      begin: () => {
        const { document } = store.getState()
        const node = selectedNode()
        if (node === undefined) return
        const ports = portsAt(document, node)
        const { linking } = ui.getState()
        const at = ports.findIndex(({ name }) => name === linking?.port)
        const port =
          linking?.node === node
            ? ports[(at + 1) % ports.length]?.name
            : (firstFreePort(document, node)?.port ?? ports[0]?.name)
        if (port === undefined) return showToast('Nothing leads on from here', 'error')
        ui.setState({ linking: { node, port } })
        const by = port === null ? '' : ` by ${port}`
        announce(`From ${titleOf(document, node)}${by}. Walk to a node and press Enter.`)
      },

      end: () => {
        const { linking } = ui.getState()
        const to = selectedNode()
        if (!linking || to === undefined || to === linking.node) return
        const { node: from, port } = linking
        const way = { from, to, ...(port !== null && { when: port }) }
        const edit = lead(store.getState().document, way)
        if (!edit.ok) return showToast(edit.reason, 'error')
        store.edit(() => edit.document)
        ui.setState({ linking: undefined })
        announce('Connected')
      },

      stop: () => ui.setState({ linking: undefined }),
    }),
    [store, ui, selectedNode],
  )
}
