import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from './use-copy.ts'

type CopyButtonProps = {
  /** A function if the text is expensive to build. */
  value: string | (() => string)
  /** Accessible name: "Copy the error". */
  label: string
  /** Shows the label as text instead of an icon with a tooltip. */
  hasText?: boolean
}

export function CopyButton({ value, label, hasText = false }: CopyButtonProps) {
  const { copy, isCopied } = useCopy()
  const icon = isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />
  const handleClick = () => void copy(typeof value === 'string' ? value : value())

  if (hasText) {
    return (
      <Button variant="default" size="xs" leftSection={icon} onClick={handleClick}>
        {isCopied ? 'Copied' : label}
      </Button>
    )
  }
  return (
    <Tooltip label={isCopied ? 'Copied' : label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={handleClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
