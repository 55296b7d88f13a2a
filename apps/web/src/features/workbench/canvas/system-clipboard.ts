import { type NodeClip, readClip } from './clipboard.ts'

const KEY = 'lathe.clipboard'

/** To the system's clipboard, so that nodes can be sent as text, and to this browser's own, which needs no permission. */
export function storeClip(clip: NodeClip): void {
  const text = JSON.stringify(clip, null, 2)
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // Too large for local storage: the system's clipboard still has it.
  }
  // Absent on plain http, and a browser may refuse: the copy above is still there.
  void (navigator as Partial<Navigator>).clipboard?.writeText(text).catch(() => {})
}

/** Nodes from the system's clipboard, else the last ones copied in this browser. */
export async function loadClip(): Promise<NodeClip | undefined> {
  const stored = () => readClip(localStorage.getItem(KEY) ?? '')
  try {
    const text = await (navigator as Partial<Navigator>).clipboard?.readText()
    return readClip(text ?? '') ?? stored()
  } catch {
    return stored()
  }
}
