export declare const POLICY: string;
