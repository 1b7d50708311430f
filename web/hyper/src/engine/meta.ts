// Settings of the page, from meta elements: <meta name="hyper-headers" content="{…}">.
//
//   hyper-headers  headers for every request to this origin, as JSON: a CSRF token
//   hyper-signals  "query" sends signals in the query whatever the method
//   hyper-nonce    the nonce that scripts in patches get. Without it a policy with
//                  nonces keeps them from running, which is the safer default

/** Returns a setting of the page, or undefined. */
export const meta = (name: string): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="hyper-${name}"]`)?.content;
