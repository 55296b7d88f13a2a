import { useState } from 'react'

/** A key for the form of a node: another for another node, the same while this one is renamed, so no field is left. */
export function useFormKey(id: string): [key: number, keepFor: (id: string) => void] {
  const [form, setForm] = useState({ id, key: 0 })
  const current = form.id === id ? form : { id, key: form.key + 1 }
  if (current !== form) setForm(current)
  return [current.key, (renamed) => setForm((before) => ({ id: renamed, key: before.key }))]
}
