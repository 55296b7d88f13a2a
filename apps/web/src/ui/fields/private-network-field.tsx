import { Switch } from '@mantine/core'

type AllowPrivateProps = {
  description: string
  checked: boolean
  onChange: (isAllowed: boolean) => void
}

export function AllowPrivate({ description, checked, onChange }: AllowPrivateProps) {
  return (
    <Switch
      label="May reach private and loopback addresses"
      description={`${description} Link-local and cloud metadata addresses stay blocked.`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
