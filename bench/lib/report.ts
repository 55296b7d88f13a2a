export type Row = { what: string; lathe: string; peers: string[]; ratio: string }

export function table(rows: Row[]): string {
  const lines = rows.map(
    ({ what, lathe, peers, ratio }) => `| ${what} | ${lathe} | ${peers.join('; ')} | ${ratio} |`,
  )
  return ['| what | Lathe | beside it | ratio |', '| --- | --- | --- | --- |', ...lines].join('\n')
}
