declare module '*.wasm?url' {
  const url: string;
  export default url;
}

declare module '*?worker&inline' {
  const InlineWorker: new (options?: { name?: string }) => Worker;
  export default InlineWorker;
}

declare module '*?worker&url' {
  const url: string;
  export default url;
}
