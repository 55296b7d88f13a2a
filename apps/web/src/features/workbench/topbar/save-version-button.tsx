import { Button, Tooltip } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { Keys } from '../../../ui/keys.tsx'

export function SaveVersionButton({ onPress }: { onPress: () => void }) {
  return (
    <Tooltip label={<Keys keys="mod+s" />}>
      <Button variant="default" leftSection={<IconDeviceFloppy size={14} />} onClick={onPress}>
        Save version
      </Button>
    </Tooltip>
  )
}
