/** The modules of Node.js that the tests import; its types are no dependency of the project. */
declare module "node:*";
