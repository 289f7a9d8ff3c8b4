// What the documents say about the service itself.

/** Of the interface description, which both documents follow. */
export const INTERFACE_VERSION = '1.3.36';
export const TITLE = 'Perigee';
export const DESCRIPTION = 'A NEAR-protocol node with a JSON-RPC service.';
export const LICENSE = { name: 'MIT', identifier: 'MIT' };
export const SERVER = { url: 'http://127.0.0.1:3030', description: 'A local node.' };
