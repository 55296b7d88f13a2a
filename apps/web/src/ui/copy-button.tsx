import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { announce } from './live-announcer.tsx'

type CopyButtonProps = {
  /** A function, if making the text costs something. */
  value: string | (() => string)
  /** What the press does: "Copy the error". */
  label: string
  /** Shows the label as the button's text instead of an icon with a hint. */
  hasText?: boolean
}

export function CopyButton({ value, label, hasText = false }: CopyButtonProps) {
  const { copy, copied } = useClipboard({ timeout: 1_500 })
  const icon = copied ? <IconCheck size={14} /> : <IconCopy size={14} />
  const handleClick = () => {
    copy(typeof value === 'string' ? value : value())
    announce('Copied')
  }

  if (hasText) {
    return (
      <Button variant="default" size="xs" leftSection={icon} onClick={handleClick}>
        {copied ? 'Copied' : label}
      </Button>
    )
  }
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={handleClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
