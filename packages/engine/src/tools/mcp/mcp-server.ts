/** How one MCP server is reached. */
export type McpServerSpec = {
  name: string
  /** Another one after every change: connections are kept by it. */
  key: string
  transport:
    | {
        type: 'http'
        url: string
        headers: Readonly<Record<string, string>>
        /** Throws where they cannot be read. */
        secretHeaders: () => Readonly<Record<string, string>>
        allowPrivate: boolean
      }
    | {
        type: 'stdio'
        command: string
        args: readonly string[]
        env: Readonly<Record<string, string>>
        cwd: string | undefined
      }
}
