import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useHotkeys } from '../../../../lib/hotkeys.ts'
import { usePictures } from './use-pictures.ts'

/** What the graph can leave as; the palette of commands has the same. */
export function PictureMenu() {
  const pictures = usePictures()
  const ways = [
    ['Download the graph as PNG', pictures.savePng],
    ['Download the graph as SVG', pictures.saveSvg],
    ['Copy the graph as Mermaid', pictures.copyMermaid],
    ['Download the graph as Mermaid', pictures.saveMermaid],
    ['Download the graph as JSON', pictures.saveJson],
  ] as const

  useHotkeys(ways.map(([label, run]) => ({ label, group: 'Canvas', run: () => void run() })))

  return (
    <Menu position="top-start" shadow="md" withinPortal>
      <Menu.Target>
        <Tooltip label="Take the graph out">
          <ActionIcon variant="subtle" color="gray" aria-label="Take the graph out">
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(([label, run]) => (
          <Menu.Item key={label} onClick={() => void run()}>
            {label.replace(' the graph', '')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
