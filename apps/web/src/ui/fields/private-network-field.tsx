import { Switch } from '@mantine/core'

type PrivateNetworkFieldProps = {
  description: string
  checked: boolean
  onChange: (isAllowed: boolean) => void
}

export function PrivateNetworkField({ description, checked, onChange }: PrivateNetworkFieldProps) {
  return (
    <Switch
      label="May reach private and loopback addresses"
      description={`${description} Link-local and cloud metadata addresses stay blocked.`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
