import { toMermaid } from '@lathe/graph'
import { useReactFlow } from '@xyflow/react'
import { useMemo } from 'react'
import { COPY_REFUSED, copyText } from '../../../../lib/copy-text.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { showToast } from '../../../../ui/undo-toast.tsx'
import { useWorkbench } from '../../workbench-context.ts'
import type { Card } from '../flow-nodes.ts'

/** The graph as a file to show around. */
export function usePictures() {
  const { store, slug } = useWorkbench()
  const flow = useReactFlow<Card>()

  return useMemo(() => {
    const drawn = async () => {
      const { drawSvg } = await import('./draw-svg.tsx')
      const cards = flow.getNodes().map(({ id, position, measured }) => ({
        id,
        ...position,
        width: measured?.width ?? 0,
        height: measured?.height ?? 0,
      }))
      return drawSvg(store.getState().document, cards)
    }
    const save = async (ending: string, content: () => Promise<Blob> | Blob) => {
      try {
        saveFile(`${slug}.${ending}`, await content())
      } catch (error) {
        showToast(`The graph could not be drawn: ${describeError(error).message}`, 'error')
      }
    }
    const mermaid = () => toMermaid(store.getState().document)

    return {
      savePng: () =>
        save('png', async () => {
          const { toPng } = await import('./to-png.ts')
          return toPng(await drawn())
        }),
      saveSvg: () =>
        save('svg', async () => new Blob([(await drawn()).text], { type: 'image/svg+xml' })),
      saveMermaid: () => save('mmd', () => new Blob([mermaid()], { type: 'text/plain' })),
      copyMermaid: async () => {
        if (await copyText(mermaid())) showToast('Mermaid copied')
        else showToast(`${COPY_REFUSED}: download it`, 'error')
      },
      saveJson: () =>
        save(
          'lathe.json',
          () =>
            new Blob([JSON.stringify(store.getState().document, null, 2)], {
              type: 'application/json',
            }),
        ),
    }
  }, [store, slug, flow])
}
