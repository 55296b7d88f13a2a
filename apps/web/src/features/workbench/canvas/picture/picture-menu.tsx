import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { toMermaid } from '@lathe/graph'
import { useReactFlow } from '@xyflow/react'
import { useMemo } from 'react'
import { useHotkeys } from '../../../../lib/browser/hotkeys.ts'
import { CLIPBOARD_DENIED, copyText } from '../../../../lib/browser/copy-text.ts'
import { describeError } from '../../../../lib/api/describe-error.ts'
import { saveFile } from '../../../../lib/browser/save-file.ts'
import { showToast } from '../../../../ui/feedback/undo-toast.tsx'
import { useWorkbench } from '../../workbench-context.ts'
import type { Card } from '../cards/flow-nodes.ts'

/** Menu of export formats. The command palette offers the same. */
export function PictureMenu() {
  const pictures = usePictures()
  const menuItems = [
    ['Download graph as PNG', pictures.savePng],
    ['Download graph as SVG', pictures.saveSvg],
    ['Copy graph as Mermaid', pictures.copyMermaid],
    ['Download graph as Mermaid', pictures.saveMermaid],
    ['Download graph as JSON', pictures.saveJson],
  ] as const

  useHotkeys(menuItems.map(([label, run]) => ({ label, group: 'Canvas', run: () => void run() })))

  return (
    <Menu position="top-start" shadow="md" withinPortal>
      <Menu.Target>
        <Tooltip label="Export graph">
          <ActionIcon variant="subtle" color="gray" aria-label="Export graph">
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {menuItems.map(([label, run]) => (
          <Menu.Item key={label} onClick={() => void run()}>
            {label.replace(' graph', '')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Exports the graph as an image, Mermaid or JSON. */
function usePictures() {
  const { store, slug } = useWorkbench()
  const flow = useReactFlow<Card>()

  return useMemo(() => {
    const drawGraph = async () => {
      const { drawSvg } = await import('./draw-svg.tsx')
      const cards = flow.getNodes().map(({ id, position, measured }) => ({
        id,
        ...position,
        width: measured?.width ?? 0,
        height: measured?.height ?? 0,
      }))
      return drawSvg(store.getState().document, cards)
    }
    const save = async (extension: string, content: () => Promise<Blob> | Blob) => {
      try {
        saveFile(`${slug}.${extension}`, await content())
      } catch (error) {
        showToast(`Could not render the graph: ${describeError(error).message}`, 'error')
      }
    }
    const mermaid = () => toMermaid(store.getState().document)

    return {
      savePng: () =>
        save('png', async () => {
          const { toPng } = await import('./draw-svg.tsx')
          return toPng(await drawGraph())
        }),
      saveSvg: () =>
        save('svg', async () => new Blob([(await drawGraph()).text], { type: 'image/svg+xml' })),
      saveMermaid: () => save('mmd', () => new Blob([mermaid()], { type: 'text/plain' })),
      copyMermaid: async () => {
        if (await copyText(mermaid())) showToast('Mermaid copied')
        else showToast(`${CLIPBOARD_DENIED}: download it`, 'error')
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
